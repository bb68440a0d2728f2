import { type DeclaredResponses, declaredResponses, templateOf } from "#http/openapi/declared";
import type { Parley } from "#src/app";
import { assertTranslated } from "./assert-translated.ts";
import type { TestResponse } from "./harness.ts";

interface Contract {
	templateOf(path: string): string | undefined;
	readonly responses: ReadonlyMap<string, DeclaredResponses>;
}

/** Contracts of applications, and of all that have the same routes: to write the document takes 100 ms. */
const contracts = new WeakMap<Parley, Promise<Contract>>();
const sameRoutes = new Map<string, Promise<Contract>>();

/** Returns the contract of an application. */
function contractOf(parley: Parley): Promise<Contract> {
	const known = contracts.get(parley);
	if (known !== undefined) return known;
	const routes = parley.router.routes.map(({ method, path }) => `${method} ${path}`).join();
	const contract = sameRoutes.get(routes) ?? readContract(parley);
	sameRoutes.set(routes, contract);
	contracts.set(parley, contract);
	return contract;
}

/** Returns the operation of a request, `GET /orgs/{orgId}`; its own path where the document has none. */
export async function operationOf(parley: Parley, method: string, path: string): Promise<string> {
	const { templateOf: find } = await contractOf(parley);
	return `${method} ${find(path) ?? path}`;
}

async function readContract(parley: Parley): Promise<Contract> {
	// A route without documentation makes the document invalid: tests/architecture/resources.test.ts reports it, once.
	const document = await parley.document().catch(() => null);
	if (!document) return { responses: new Map(), templateOf: () => undefined };
	return { responses: declaredResponses(document), templateOf: (path) => templateOf(document, path) };
}

/**
 * Asserts that a response conforms to the contract, for every request of every test: it has a request id, a failure has a
 * code and texts in one language, and its status and code are declared by the OpenAPI operation.
 * @throws Error that names the operation and the undeclared status or code
 */
export async function assertDeclared(
	parley: Parley,
	method: string,
	path: string,
	response: TestResponse,
): Promise<void> {
	const what = `${method} ${path} answered ${response.status}`;
	if (!response.headers.get("x-request-id")) throw new Error(`${what} without X-Request-ID`);
	// A browser gets a page where there is no operation.
	if (response.status === 404 && response.headers.get("content-type")?.startsWith("text/html")) return;
	const code: unknown = response.body?.error?.code ?? response.body?.code;
	if (response.status >= 400 && method !== "HEAD" && typeof code !== "string")
		throw new Error(`${what} without an error code`);
	assertTranslated(what, response);

	if (code === "route_not_found" || code === "method_not_allowed") return; // no operation, so it is not in the document

	const { responses, templateOf: find } = await contractOf(parley);
	const declared = responses.get(`${method === "HEAD" ? "GET" : method} ${find(path) ?? ""}`);
	if (!declared) return; // hidden from the document: the pages of Swagger UI
	if (!declared.statuses.has(response.status)) throw new Error(`${what}, which it does not declare`);
	if (typeof code === "string" && response.status >= 400 && !declared.codes.has(code))
		throw new Error(`${what} with the code ${code}, which it does not declare`);
}
