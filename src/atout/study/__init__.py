"""Study: what can be learnt from a match. Nothing here knows a game."""

from atout.study.review_match import Reviewer as Reviewer
from atout.study.review_match import review as review
