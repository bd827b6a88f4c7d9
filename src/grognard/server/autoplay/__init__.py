"""Who answers for a seat where no person need be asked: computer players and standing orders."""
