export type { Signup } from "./ports.ts";
export type { AccountsService } from "./service.ts";
