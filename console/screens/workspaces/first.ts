import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, queries, read } from "../../api/queries.ts";

/** Returns the first workspace of an organization; makes one if there is none. */
export async function firstWorkspace(orgId: string, name: string): Promise<string> {
	const path = { orgId };
	const [first] = await queries.fetchQuery({
		...read("/orgs/{orgId}/workspaces", { path, query: { limit: 200 } }),
		staleTime: 0,
	});
	if (first) return first.id;
	const { data } = await unwrap(api.POST("/orgs/{orgId}/workspaces", { params: { path }, body: { name } }));
	await outdate("/orgs/{orgId}/workspaces");
	return data.id;
}
