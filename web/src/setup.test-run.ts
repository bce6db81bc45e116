// For every file of unit tests: they share one world, so what one of them changes is put right again.
import { afterEach, vi } from "vitest";

afterEach(() => void vi.useRealTimers());
