import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { AppError, type FieldError } from "#kernel/errors";
import { FieldErrors } from "#kernel/field-errors";
import { isJsonObject, pointerToken } from "#kernel/json";
import type { RequestContext } from "#kernel/request-context";

/** Key of a schema under which {@link checked} keeps its check: a symbol, which the document does not show. */
const CHECK = Symbol("check");

/** Checks a value that fits its schema: throws `validation_failed` naming `path`, or collects what is wrong. */
type ValueCheck<T> = (value: T, path: string, fieldErrors: FieldErrors) => unknown;

/**
 * Returns a schema with what the service checks of a value beyond it, such as `parseName`. It is not asked whether a request
 * is valid, only what else is wrong with one that is not: see {@link completed}. The check of an object gets its members as
 * they were sent, so it may only ask which there are.
 */
export const checked = <S extends TSchema>(schema: S, check: ValueCheck<Static<S>>): S => ({
	...schema,
	[CHECK]: check,
});

/** A request whose body was refused. */
interface RefusedRequest extends Pick<RequestContext, "principal" | "ip"> {
	readonly params: Readonly<Record<string, string>>;
	readonly url: URL;
}

/** The request of a {@link BodyCheck}. */
export interface CheckedRequest extends Pick<RefusedRequest, "principal" | "ip" | "params"> {
	readonly query: URLSearchParams;
	/** Paths of the errors that are known already. */
	readonly known: readonly string[];
	/** Names of the members that do not fit the schema, and are left out of the body. */
	readonly unfit: readonly string[];
}

/**
 * Collects what an operation finds wrong with its body that no schema can tell: what depends on several members, on settings, or
 * on what is stored. Gets the members that fit the schema. Like {@link checked}, it only completes a refusal.
 */
export type BodyCheck<B = never> = (
	body: Partial<B>,
	fieldErrors: FieldErrors,
	request: CheckedRequest,
) => void | Promise<void>;

/** Returns the check of a body that a service parses, by a function to which missing members are no error. */
export const parsedBy =
	(parse: (body: never) => unknown): BodyCheck =>
	(body, fieldErrors) => {
		fieldErrors.check(() => parse(body as never));
	};

/** What an operation can tell of its body. */
export interface BodyRules {
	readonly schema: TSchema;
	readonly check: BodyCheck | undefined;
}

/** A body that was refused. */
export interface Refused {
	readonly body: unknown;
	readonly known: readonly FieldError[];
	/** Whether it does not fit its schema; otherwise a service has refused it. */
	readonly isUnfit: boolean;
}

/**
 * Returns the errors for which a body was refused, together with those that would have been found after they are corrected. Of
 * the latter, at most one per path.
 */
export async function completed(
	{ body, known, isUnfit }: Refused,
	{ schema, check }: BodyRules,
	request: RefusedRequest,
): Promise<FieldError[]> {
	const paths = known.map(({ path }) => path);
	if (!isJsonObject(body)) return [...known];
	const fieldErrors = new FieldErrors();
	checkWithin(schema, body, "", { paths, fieldErrors });
	// A body may have ten thousand members.
	const faults = new Set(isUnfit ? paths.map((path) => path.split("/", 2)[1]) : []);
	const hasFault = ([name]: readonly [string, unknown]) => faults.has(pointerToken(name));
	const { unfit = [], fit = [] } = Object.groupBy(Object.entries(body), (entry) => (hasFault(entry) ? "unfit" : "fit"));
	const { principal, params } = request;
	try {
		await check?.(Object.fromEntries(fit) as never, fieldErrors, {
			principal,
			params,
			ip: request.ip,
			query: request.url.searchParams,
			known: paths,
			unfit: unfit.map(([name]) => name),
		});
	} catch (error) {
		// What it asks about is gone, or not for the caller: the service would say so once the body is valid.
		if (!(error instanceof AppError)) throw error;
	}
	const further = new Map(fieldErrors.found.toReversed().map((error) => [error.path, error]));
	return [...known, ...[...further.values()].toReversed().filter(({ path }) => !paths.includes(path))];
}

const isWithin = (path: string, member: string): boolean => path === member || path.startsWith(`${member}/`);

interface Walk {
	/** Where the value does not fit the schema. */
	readonly paths: readonly string[];
	readonly fieldErrors: FieldErrors;
}

/** Runs the checks of a schema and of what it contains on the parts of a value that fit. */
function checkWithin(schema: TSchema, value: unknown, path: string, walk: Walk): void {
	const { [CHECK]: check } = schema as { readonly [CHECK]?: ValueCheck<unknown> };
	const isFit = !walk.paths.some((each) => (Array.isArray(value) ? isWithin(each, path) : each === path));
	if (check && isFit) walk.fieldErrors.check(() => check(value, path, walk.fieldErrors));
	for (const [inner, part, at] of partsOf(schema, value)) checkWithin(inner, part, `${path}${at}`, walk);
}

/** Returns the schemas of the parts of a value, with the part and its path. */
function partsOf(schema: TSchema, value: unknown): readonly (readonly [TSchema, unknown, string])[] {
	const { anyOf, items, properties, patternProperties } = schema as {
		readonly anyOf?: readonly TSchema[];
		readonly items?: TSchema;
		readonly properties?: Readonly<Record<string, TSchema>>;
		readonly patternProperties?: Readonly<Record<string, TSchema>>;
	};
	if (anyOf) return optionsOf(anyOf, value).map((option) => [option, value, ""]);
	if (Array.isArray(value)) return items ? value.map((part, at) => [items, part, `/${at}`]) : [];
	if (!isJsonObject(value)) return [];
	const [ofOthers] = Object.values(patternProperties ?? {});
	return Object.entries(value).flatMap(([name, part]) => {
		const inner = properties?.[name] ?? ofOthers;
		return inner ? [[inner, part, `/${pointerToken(name)}`]] : [];
	});
}

/** Returns the schema that a value is meant for: the only one beside null, or that which it fits. */
function optionsOf(anyOf: readonly TSchema[], value: unknown): readonly TSchema[] {
	if (value === null) return [];
	const options = anyOf.filter(({ type }) => type !== "null");
	return options.length === 1 ? options : options.filter((option) => Value.Check(option, value)).slice(0, 1);
}
