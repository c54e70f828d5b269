"""How strong the levels are: questions asked of every game on duplicate deals, until they are answered."""
