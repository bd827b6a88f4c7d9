"""`make mutants`: are the rules guarded? Small faults are put into the code that cites a rule; a test must notice each."""
