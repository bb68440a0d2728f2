export { createChatModule } from "./module.ts";
export { messageSent, messageStored } from "./moments.ts";
