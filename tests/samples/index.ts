import { Glob } from "bun";
import type { OperationObject, Parameter } from "#http/openapi/types";
import type { TestResponse } from "../support/harness.ts";
import type { Request, SampleFile, TestWorld } from "./sample.ts";

const paths = [...new Glob("*/*.ts").scanSync(import.meta.dir)].sort();
const files: SampleFile[] = await Promise.all(paths.map((path) => import(`${import.meta.dir}/${path}`)));

/** Merges a member of all sample files. @throws Error when two files have the same key */
function merged<Key extends keyof SampleFile>(key: Key): NonNullable<SampleFile[Key]> {
	const entries = files.flatMap((file) => Object.entries(file[key] ?? {}));
	const names = entries.map(([name]) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) throw new Error(`tests/samples: two files have ${key} of ${twice}`);
	return Object.fromEntries(entries) as NonNullable<SampleFile[Key]>;
}

/** Samples of the operations that change something, by `operationId`. */
export const SAMPLES = merged("samples");
/** What brings about facts that no sample records, by name of the fact. */
export const FURTHER = merged("further");
export const MAKERS = merged("makers");
export const ITEMS = merged("items");

const READS = merged("reads");

/** Returns what differs from the request that the API document describes. @throws Error for a sample that is a program */
export function requestOf(operation: string): Request {
	const sample = SAMPLES[operation] ?? READS[operation] ?? {};
	if ("run" in sample) throw new Error(`tests/samples: the sample of ${operation} cannot be part of another`);
	return sample;
}

/** Returns the query that an operation requires, without `?`; `""` for most. */
export function queryOf({ operationId, parameters }: OperationObject): string {
	const required = parameters.filter(
		(each): each is Parameter => "name" in each && each.in === "query" && each.required === true,
	);
	const sample = SAMPLES[operationId] ?? READS[operationId] ?? {};
	const examples = required.map(({ name, example }) => [name, String(example)]);
	return "query" in sample && sample.query !== undefined ? sample.query : new URLSearchParams(examples).toString();
}

/** Performs the sample of an operation; the request under test goes through `world.act`. */
export async function perform(world: TestWorld, operation: string): Promise<TestResponse> {
	const sample = SAMPLES[operation];
	return sample && "run" in sample ? sample.run(world) : world.act(...(await world.request(operation)));
}
