"""The hall: people, their offers, the tables at which they play, and the messages between the hall and each client. It
has no sockets, no threads and no timers: it is driven, as :mod:`core.play.session` is."""
