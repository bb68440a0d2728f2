export { createTranslationsModule } from "./module.ts";
export { translationReady } from "./moments.ts";
