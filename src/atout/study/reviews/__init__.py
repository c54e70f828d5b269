"""Reviews: every decision of a match judged by what the seat could know then."""
