/** What AI does for an organization. */
export const AI_TASKS = ["transcription", "translation", "summary"] as const;
export type AiTask = (typeof AI_TASKS)[number];

/** Providers of each task that a policy can name. */
export const AI_PROVIDERS = {
	transcription: ["whisper-server", "onnx", "openai", "vosk", "openai-realtime"],
	translation: ["apertium", "libretranslate", "openai"],
	summary: ["extractive", "openai"],
} as const satisfies Readonly<Record<AiTask, readonly string[]>>;
