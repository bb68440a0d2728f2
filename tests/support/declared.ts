import { type DeclaredResponses, declaredResponses, templateOf } from "#http/openapi/declared";
import type { Parley } from "#src/app";
import type { Answer } from "./harness.ts";

interface Contract {
	templateOf(path: string): string | undefined;
	readonly answers: ReadonlyMap<string, DeclaredResponses>;
}

const contracts = new WeakMap<Parley, Promise<Contract>>();

async function readContract(parley: Parley): Promise<Contract> {
	// A route without documentation spoils the document: tests/architecture/resources.test.ts names it, once.
	const document = await parley.document().catch(() => null);
	if (!document) return { answers: new Map(), templateOf: () => undefined };
	return { answers: declaredResponses(document), templateOf: (path) => templateOf(document, path) };
}

/**
 * Holds every answer of every test against the contract: it has a request id, a failure has a code, and an operation answers only
 * the statuses and codes its OpenAPI operation declares.
 * @throws Error that names the operation and what it did not declare
 */
export async function refuseUndeclared(
	parley: Parley,
	method: string,
	path: string,
	answer: Omit<Answer, "text">,
): Promise<void> {
	const what = `${method} ${path} answered ${answer.status}`;
	if (!answer.headers.get("x-request-id")) throw new Error(`${what} without X-Request-ID`);
	const code: unknown = answer.body?.error?.code ?? answer.body?.code;
	if (answer.status >= 400 && method !== "HEAD" && typeof code !== "string")
		throw new Error(`${what} without an error code`);

	if (code === "route_not_found" || code === "method_not_allowed") return; // no operation, so no document tells of it

	const contract = contracts.get(parley) ?? readContract(parley);
	contracts.set(parley, contract);
	const { answers, templateOf: find } = await contract;
	const declared = answers.get(`${method === "HEAD" ? "GET" : method} ${find(path) ?? ""}`);
	if (!declared) return; // hidden from the document: the pages of Swagger UI
	if (!declared.statuses.has(answer.status)) throw new Error(`${what}, which it does not declare`);
	if (typeof code === "string" && answer.status >= 400 && !declared.codes.has(code))
		throw new Error(`${what} with the code ${code}, which it does not declare`);
}
