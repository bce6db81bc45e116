// After a failure: prints how to open the trace.

import type { FullResult, Reporter } from "@playwright/test/reporter";

export default class implements Reporter {
  onEnd({ status }: FullResult): void {
    if (status === "failed")
      console.log(
        "\nTo see every step of a test in pictures, in web/: LUDOTECA_TRACE=1 npx playwright test FILE:LINE,\n" +
          "then npx playwright show-trace on the trace.zip it names.",
      );
  }

  printsToStdio(): boolean {
    return false;
  }
}
