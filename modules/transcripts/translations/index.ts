export type { OnTranslationReady } from "./making.ts";
export { createTranslationsModule } from "./module.ts";
