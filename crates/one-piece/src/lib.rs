//! The rules and the notation of One Piece for Two.
