// Setup for every unit test file: tests share one environment, so global changes are undone after each.
import { afterEach, vi } from "vitest";

afterEach(() => void vi.useRealTimers());
