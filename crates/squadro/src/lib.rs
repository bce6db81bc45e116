//! The rules and the notation of Squadro.
