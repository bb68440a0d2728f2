import type { ErrorCode } from "#kernel/errors";
import type { ExampleFacts } from "./failures.ts";

/** What the document says of the product beyond its operations. */
export interface Product {
	readonly title: string;
	/** One line. */
	readonly summary: string;
	/** What holds for all operations, in Markdown. */
	readonly description: string;
	/** Which access tokens are accepted. */
	readonly tokens: string;
	/** Names of the tags to show first; the others follow in the order of their routes. */
	readonly tagOrder: readonly string[];
	/** An organization that is closed to its members: the code of the refusal, and the note on the operations it spares. */
	readonly closed: { readonly code: ErrorCode; readonly exempt: string };
	/** Facts that a code always comes with, as an example. */
	readonly exampleFacts: ExampleFacts;
}
