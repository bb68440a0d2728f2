const SAMPLES_PER_MS = 16;

/** Returns how long an engine may take for so many samples, in ms: generous, since the processors may be busy. */
export const timeLimitMs = (samples: number): number => 30_000 + (samples / SAMPLES_PER_MS) * 8;
