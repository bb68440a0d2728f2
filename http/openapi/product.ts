import type { ErrorCode } from "#kernel/errors";
import type { ErrorExamples } from "./failures.ts";

/** The product as presented by the document, beyond its operations. */
export interface Product {
	readonly title: string;
	/** One line. */
	readonly summary: string;
	/** Description of the API as a whole, in Markdown. */
	readonly description: string;
	/** Description of the accepted access tokens. */
	readonly tokens: string;
	/** Names of the tags to show first; the others follow in the order of their routes. */
	readonly tagOrder: readonly string[];
	/** The error code for people whose sign-in is provisional. */
	readonly provisional: ErrorCode;
	/** For an organization that is closed to its members: the error code, and the note on operations that still work. */
	readonly closed: { readonly code: ErrorCode; readonly exempt: string };
	/** Examples of the details that error codes come with. */
	readonly errorExamples: ErrorExamples;
}
