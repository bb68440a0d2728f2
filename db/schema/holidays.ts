import { instant, int, json, table } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Local dates on which an organization is closed, both included: `2030-12-24` to `2031-01-06`. */
export interface StoredHoliday {
	readonly from: string;
	readonly to: string;
	readonly name: string;
}

/** Days on which an organization is closed, one row each, whose id is made from that of the organization; without one, there are none. */
export const holidays = table(
	"holidays",
	{
		...ofTenant({ export: "holidays" }),
		/** In the order of their first days. */
		entries: json<readonly StoredHoliday[]>().notNull(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => tenantKeys("holidays", t),
);

/** The holidays of an organization as stored. */
export type HolidaysRow = typeof holidays.$inferSelect;
