export { createChatModule } from "./module.ts";
