import { id, instant, json, table } from "../dsl.ts";

/** State of this instance, such as whether its first start has happened. */
export const serviceState = table("service_state", {
	key: id().primaryKey(),
	value: json<unknown>().notNull(),
	updatedAtMs: instant().notNull(),
});

/** An item of the state as stored. */
export type ServiceStateRow = typeof serviceState.$inferSelect;
