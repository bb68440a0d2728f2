import { COMMON_WORD, rareWord } from "../../../scripts/grow/names.ts";
import { around, type Call, type Case, SEARCH_MICROS, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const list = (variant: string, query: string): Case => ({
	operation: "listOrganizations",
	variant,
	...(query.includes("q=") && { enoughMicros: SEARCH_MICROS }),
	calls: ({ admin }, count) => times(count, () => ({ method: "GET", path: `/orgs?${query}`, token: admin.token })),
});

/** Returns calls on different organizations, by an administrator. */
const onSample = ({ organizations, admin }: Subject, count: number, call: (id: string, n: number) => Call): Call[] => {
	const at = around(organizations);
	return times(count, (n) => ({ token: admin.token, ...call(at(n).id, n) }));
};

/** Creates organizations and returns their ids. */
async function create({ ask, admin }: Subject, count: number): Promise<string[]> {
	const body = { name: "A School", orgType: "education" };
	const made = times(count, () => ask({ method: "POST", path: "/orgs", token: admin.token, body }));
	return (await Promise.all(made)).map(({ data }) => String(data.id));
}

/** Makes something of new organizations before each call, by an administrator. */
const onNew = (operation: string, before: readonly string[], call: (id: string) => Call): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		const { admin, ask } = subject;
		const ids = await create(subject, count);
		for (const step of before) {
			const [method = "", rest = ""] = step.split(" ");
			const body = method === "POST" ? {} : undefined;
			await Promise.all(ids.map((id) => ask({ method, path: `/orgs/${id}${rest}`, token: admin.token, body })));
		}
		return ids.map((id) => ({ token: admin.token, ...call(id) }));
	},
});

let renamed = 0;

/** Operations on organizations. */
export const ORGANIZATION_CASES: readonly Case[] = [
	{
		operation: "createOrganization",
		calls: ({ admin }, count) =>
			times(count, () => ({
				method: "POST",
				path: "/orgs",
				token: admin.token,
				body: { name: `School ${crypto.randomUUID().slice(0, 8)}`, orgType: "education" },
			})),
	},
	list("one page", "limit=50"),
	list("200 rows", "limit=200"),
	list("fields=id,suspension", "limit=50&fields=id,suspension"),
	list("state=active", "limit=20&state=active"),
	list("state=suspended", "limit=5&state=suspended"),
	list("state=pending_deletion", "limit=5&state=pending_deletion"),
	list("orgType", "limit=20&orgType=healthcare"),
	list("domain", "limit=1&domain=campus7.example"),
	list("domain: nobody's", "domain=nobody.example"),
	list("orgType, by name", "limit=20&orgType=healthcare&sort=name"),
	list("state=suspended, by name", "limit=5&state=suspended&sort=name"),
	list("createdAfter: nothing, by name", "createdAfter=2031-01-01T00:00:00Z&sort=name"),
	list("createdAfter, by name", "limit=20&createdAfter=2029-09-01T00:00:00Z&sort=name"),
	list("state=suspended and orgType", "limit=1&state=suspended&orgType=business"),
	list("q and state", `limit=5&q=${COMMON_WORD}&state=suspended`),
	{
		operation: "listOrganizations",
		variant: "externalId",
		calls({ organizations, admin }, count) {
			const found = organizations.flatMap(({ externalId }) => externalId ?? []);
			const at = around(found);
			return times(count, (n) => ({ method: "GET", path: `/orgs?externalId=${at(n)}`, token: admin.token }));
		},
	},
	list("createdAfter", "limit=20&createdAfter=2028-06-01T00:00:00Z"),
	list("createdBefore", "limit=20&createdBefore=2029-06-01T00:00:00Z"),
	list("sort=name", "limit=20&sort=name"),
	list("sort=createdAt", "limit=20&sort=createdAt"),
	list("sort=-createdAt", "limit=20&sort=-createdAt"),
	list("q: rare word", `limit=1&q=${rareWord(7)}`),
	list("q: common word", `limit=20&q=${COMMON_WORD}`),
	list("q: one letter", "limit=20&q=z"),
	list("q: two words", `limit=1&q=${encodeURIComponent(`Zürich ${COMMON_WORD}`)}`),
	list("q: nothing", "q=nobodyhasthisword"),
	list("q: common word, by name", `limit=20&q=${COMMON_WORD}&sort=name`),
	{
		operation: "listOrganizations",
		variant: "a page in the middle",
		async calls({ ask, admin }, count) {
			const start = "/orgs?limit=50&createdAfter=2028-09-01T00:00:00Z&sort=createdAt";
			const { page } = await ask({ method: "GET", path: start, token: admin.token });
			const path = `${start}&cursor=${(page as { readonly nextCursor: string }).nextCursor}`;
			return times(count, () => ({ method: "GET", path, token: admin.token }));
		},
	},
	{
		operation: "getOrganization",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: giantPath, token: owner.token })),
	},
	{
		operation: "getOrganization",
		variant: "400 of them in turn",
		calls: (subject, count) => onSample(subject, count, (id) => ({ method: "GET", path: `/orgs/${id}` })),
	},
	{
		operation: "getOrganization",
		variant: "fields=id,suspension",
		calls: (subject, count) =>
			onSample(subject, count, (id) => ({ method: "GET", path: `/orgs/${id}?fields=id,suspension` })),
	},
	{
		operation: "updateOrganization",
		calls: (subject, count) =>
			onSample(subject, count, (id) => ({ method: "PUT", path: `/orgs/${id}`, body: { name: `School ${++renamed}` } })),
	},
	{
		operation: "updateOrganization",
		variant: "the largest",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({
				method: "PUT",
				path: giantPath,
				token: owner.token,
				body: { name: `School ${++renamed}` },
			})),
	},
	{
		operation: "getOrganizationSettings",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/settings`, token: owner.token })),
	},
	{
		operation: "updateOrganizationSettings",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({
				method: "PATCH",
				path: `${giantPath}/settings`,
				token: owner.token,
				body: { timezone: ++renamed % 2 === 0 ? "Europe/Paris" : "Asia/Tokyo" },
			})),
	},
	{
		operation: "getHolidays",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/holidays`, token: owner.token })),
	},
	{
		operation: "setHolidays",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({
				method: "PUT",
				path: `${giantPath}/holidays`,
				token: owner.token,
				body: { holidays: [{ from: `2030-12-${10 + (++renamed % 20)}`, name: "Winter" }] },
			})),
	},
	{
		operation: "getRetentionPolicy",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/retention?fields=*`, token: owner.token })),
	},
	...(["setRetentionPolicy", "updateRetentionPolicy"] as const).map(
		(operation): Case => ({
			operation,
			calls: ({ giantPath, owner }, count) =>
				times(count, () => ({
					method: operation === "setRetentionPolicy" ? "PUT" : "PATCH",
					path: `${giantPath}/retention`,
					token: owner.token,
					body: { userData: `${1_000 + (++renamed % 1_000)}d` },
				})),
		}),
	),
	{
		operation: "previewRetentionPolicy",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "POST", path: `${giantPath}/retention/preview`, token: owner.token, body: {} })),
	},
	{
		operation: "runRetention",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "POST", path: `${giantPath}/retention/run`, token: owner.token, body: {} })),
	},
	{
		operation: "listRetentionRuns",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/retention/runs`, token: owner.token })),
	},
	{
		operation: "getRetentionRun",
		async calls({ giantPath, owner, ask }, count) {
			const { data } = await ask({
				method: "POST",
				path: `${giantPath}/retention/run`,
				token: owner.token,
				body: { dryRun: true },
			});
			const path = `${giantPath}/retention/runs/${(data as { id: string }).id}`;
			return times(count, () => ({ method: "GET", path, token: owner.token }));
		},
	},
	{
		operation: "getAiPolicy",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/ai-policy`, token: owner.token })),
	},
	{
		operation: "updateAiPolicy",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({
				method: "PATCH",
				path: `${giantPath}/ai-policy`,
				token: owner.token,
				body: { transcription: { languages: [++renamed % 2 === 0 ? "en" : "de"] } },
			})),
	},
	onNew("deleteOrganization", [], (id) => ({ method: "DELETE", path: `/orgs/${id}` })),
	onNew("restoreOrganization", ["DELETE "], (id) => ({ method: "POST", path: `/orgs/${id}/restore`, body: {} })),
	onNew("suspendOrganization", [], (id) => ({ method: "POST", path: `/orgs/${id}/suspend`, body: {} })),
	onNew("resumeOrganization", ["POST /suspend"], (id) => ({ method: "POST", path: `/orgs/${id}/resume`, body: {} })),
	{
		operation: "deleteOrganization",
		variant: "purge of 50 members",
		most: 1,
		async calls({ world, admin, ask }, count) {
			const calls: Call[] = [];
			for (const id of world.middle) {
				if (calls.length === count) break;
				const { data } = await ask({ method: "GET", path: `/orgs/${id}?fields=name,state`, token: admin.token }).catch(
					() => ({
						data: { state: "deleted", name: "" },
					}),
				);
				if (data.state !== "active") continue;
				const query = new URLSearchParams({ force: "true", confirm: String(data.name) });
				calls.push({ method: "DELETE", path: `/orgs/${id}?${query}`, token: admin.token });
			}
			return calls;
		},
	},
];
