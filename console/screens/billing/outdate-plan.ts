import { outdate } from "../../api/queries.ts";

/** After a change of the plan: reads again what depends on it. */
export const outdatePlan = () =>
	outdate(
		"/orgs/{orgId}/billing",
		"/orgs/{orgId}/trial",
		"/orgs/{orgId}/billing/invoices",
		"/orgs/{orgId}/billing/bill",
	);
