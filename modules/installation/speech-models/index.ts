export type { InstallFailure, ModelInstaller } from "./ports.ts";
