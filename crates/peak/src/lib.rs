//! The rules and the notation of Peak.
