export type { RoomLog, Visitor } from "./room-log.ts";
