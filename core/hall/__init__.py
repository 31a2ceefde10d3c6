"""A hall in which people meet: who is there, what they seek, the tables at which they play, and the words that pass between the
hall and each session. No sockets, no threads, no timers: it is driven, as :mod:`core.play.session` is."""
