import type { Item } from "../../api/queries.ts";

export type Invoice = Item<"/orgs/{orgId}/billing/invoices">;

/** Open after its due date is a state of its own for those who pay. */
export const stateOf = ({ status, overdueAt }: Invoice): Invoice["status"] | "overdue" =>
	status === "open" && overdueAt !== null ? "overdue" : status;
