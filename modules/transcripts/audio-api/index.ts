export { createAudioApiModule } from "./module.ts";
