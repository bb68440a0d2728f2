/**
 * Options of a test that holds a time, or memory, below a limit: what else the machine does only adds to what is
 * measured, so it is measured again before the test fails. What is wrong with the program is wrong every time.
 */
export const MEASURED = { retry: 2 } as const;
