export { messageSent, messageStored } from "./moments.ts";
