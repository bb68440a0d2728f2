export { messageDeleted, messageSent, messageStored } from "./moments.ts";
