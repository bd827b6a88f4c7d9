"""What the server sends and takes, one file a subject. `web/generate_types.py` writes the types of the pages from it.

Words are ready to read, in the language of the request; `cites` are ids of rules.
"""

from __future__ import annotations

from grognard.server.shapes.base import *
from grognard.server.shapes.cards import *
from grognard.server.shapes.catalogue import *
from grognard.server.shapes.commands import *
from grognard.server.shapes.forecasts import *
from grognard.server.shapes.history import *
from grognard.server.shapes.inspections import *
from grognard.server.shapes.invitations import *
from grognard.server.shapes.lessons import *
from grognard.server.shapes.log import *
from grognard.server.shapes.maps import *
from grognard.server.shapes.pieces import *
from grognard.server.shapes.questions import *
from grognard.server.shapes.rulebook import *
from grognard.server.shapes.socket import *
from grognard.server.shapes.table import *
from grognard.server.shapes.tracks import *
