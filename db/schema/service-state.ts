import { id, instant, json, table } from "../dsl.ts";

/** Facts about this instance, such as that its first start is behind it. */
export const serviceState = table("service_state", {
	key: id().primaryKey(),
	value: json<unknown>().notNull(),
	updatedAtMs: instant().notNull(),
});

/** One fact as stored. */
export type ServiceStateRow = typeof serviceState.$inferSelect;
