//! The rules and the notation of Number One.
