import type { OpenApiDocument } from "#http/openapi/document";
import { numbered } from "#tests/samples/world";
import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** What organizations have, its id and what is done to it: `/orgs/{orgId}/labels/{labelId}/archive`. */
const PATH = /^\/orgs\/\{orgId\}(\/[\w-]+)(\/\{\w+\})?(\/[\w-]+)?$/;

/** Number of resources made so far: each has another name. */
let made = 0;

/** Creates resources of the largest organization and returns their paths. @param path below the organization's */
async function create({ ask, giantPath, owner }: Subject, path: string, example: unknown, count: number) {
	const one = () => ({ method: "POST", path: giantPath + path, token: owner.token, body: numbered(example, ++made) });
	const answers = await Promise.all(times(count, () => ask(one())));
	return answers.map(({ data }) => `${giantPath}${path}/${data.id}`);
}

/** Returns a case of each operation on what organizations have, as the API document describes it. */
export function deriveCases({ paths }: Pick<OpenApiDocument, "paths">): Case[] {
	return Object.entries(paths).flatMap(([path, item]) => {
		const [, collection = "", id, action = ""] = PATH.exec(path) ?? [];
		const { post } = paths[`/orgs/{orgId}${collection}`] ?? {};
		if (!post || (id === undefined && action !== "")) return [];
		const example = post.requestBody?.content["application/json"]?.example;
		return Object.entries(item).map(([verb, { operationId, requestBody }]): Case => {
			const method = verb.toUpperCase();
			const body = requestBody && { body: requestBody.content["application/json"]?.example };
			if (id !== undefined)
				return {
					operation: operationId,
					...(method !== "GET" && { most: 100 }),
					async calls(subject, count) {
						const created = await create(subject, collection, example, method === "GET" ? 1 : count);
						const { token } = subject.owner;
						return times(count, (n) => ({ method, path: `${created[n % created.length]}${action}`, token, ...body }));
					},
				};
			return {
				operation: operationId,
				calls: ({ giantPath, owner: { token } }, count) =>
					times(count, () => ({
						method,
						path: `${giantPath}${collection}`,
						token,
						...(body && { body: numbered(example, ++made) }),
					})),
			};
		});
	});
}
