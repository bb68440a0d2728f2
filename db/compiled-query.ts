import { Column, is, Param, Placeholder, type Query } from "drizzle-orm";
import * as drizzleUtils from "drizzle-orm/utils";
import { JsonText } from "./dsl.ts";

type Row = unknown[];
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Encoder = { mapToDriverValue(value: unknown): unknown };
type MapRow = (fields: readonly Field[], row: Row, nullable: unknown) => unknown;

// Missing from drizzle's declarations, although all of its drivers use it.
const { mapResultRow } = drizzleUtils as unknown as { mapResultRow: MapRow };

/** A selected field: its path in the resulting object, and the column or expression it is read from. */
export interface Field {
	readonly path: string[];
	readonly field: unknown;
}

/** Values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Result of a statement that only writes. */
export interface WriteResult {
	/** Number of rows inserted, updated or deleted. */
	readonly changes: number;
}

/** Runs the text of statements on an engine; returns a promise only when it has to wait. */
export interface Statements {
	/** Runs a statement that returns rows: a select, or with `writes` an insert, update or delete with `RETURNING`. */
	rows(text: string, params: unknown[], writes: boolean): Row[] | Promise<Row[]>;
	/** Runs a statement that only writes. */
	write(text: string, params: unknown[]): WriteResult | Promise<WriteResult>;
}

/** Values for a list of parameters, such as the ids of `in (…)`: one statement is compiled for each length. */
export class Each<T> {
	readonly values: readonly T[];
	constructor(values: readonly T[]) {
		this.values = values;
	}
}

/** Creates the parameter of a list's item, see {@link Each}. */
export const itemPlaceholder = (name: string, index: number): Placeholder => new Placeholder(`${name}.${index}`);

/** Returns the decoder of a selected field, null when the driver's value needs none. */
function decoderOf(field: unknown): Decoder | null {
	if (is(field, Column)) {
		return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : field;
	}
	const { sql: inner = field } = field as { sql?: unknown };
	return (inner as { decoder: Decoder }).decoder;
}

/**
 * Returns `mapResultRow` for a flat selection, with the work common to all rows done once. Undefined for a nested one.
 */
function flatMapper(fields: readonly Field[]): ((row: Row) => unknown) | undefined {
	if (fields.some(({ path }) => path.length !== 1)) return undefined;
	const columns = fields.map(({ path, field }) => ({ key: path[0] ?? "", decoder: decoderOf(field) }));
	return (row) => {
		const out: Record<string, unknown> = {};
		for (let i = 0; i < columns.length; i++) {
			const column = columns[i];
			if (column === undefined) continue;
			const value = row[i];
			out[column.key] = value === null || column.decoder === null ? value : column.decoder.mapFromDriverValue(value);
		}
		return out;
	};
}

/** A parameter of a statement: a fixed value, or one that is given at each execution. */
interface Parameter {
	/** Null for a fixed value. */
	readonly name: string | null;
	/** Index in a list of values; null for a single value. */
	readonly index: number | null;
	readonly value: unknown;
	/** Null when the value needs no encoding. */
	readonly encoder: Encoder | null;
}

const identityEncoder: unknown = Column.prototype.mapToDriverValue;

/** Returns a value in the form the driver takes; see {@link JsonText}. */
const toDriver = (value: unknown): unknown => (value instanceof JsonText ? value.text : value);

function parameterOf(param: unknown): Parameter {
	const [placeholder, encoder] = is(param, Param) ? [param.value, param.encoder] : [param, null];
	if (placeholder === undefined) throw new Error("a statement binds undefined: leave out the condition, or bind null");
	if (!is(placeholder, Placeholder)) return { name: null, index: null, value: toDriver(param), encoder: null };
	const [name = "", index] = placeholder.name.split(".");
	return {
		name,
		index: index === undefined ? null : Number(index),
		value: undefined,
		encoder: encoder?.mapToDriverValue === identityEncoder ? null : encoder,
	};
}

/** Returns the value of a parameter at one execution. */
function boundValue({ name, index, value, encoder }: Parameter, values: Values): unknown {
	if (name === null) return value;
	const whole = values[name];
	const given = index === null ? whole : (whole as Each<unknown>).values[index];
	if (given === undefined) throw new Error(`no value for the parameter ${name}`);
	// null means no value and is not encoded: drizzle's own substitution would store JSON's null.
	return given === null || encoder === null ? given : toDriver(encoder.mapToDriverValue(given));
}

/** Options of {@link CompiledQuery}. */
export interface QueryOptions {
	/** The text, and its parameters as drizzle collected them. */
	readonly query: Query;
	/** What a row is made of; undefined for a statement that returns none. */
	readonly fields: readonly Field[] | undefined;
	/** Whether it is an insert, update or delete. */
	readonly writes: boolean;
	/** Returns the joined tables that may be null as a whole, which the builder states after the query was created. */
	readonly nullable: () => unknown;
}

/**
 * A statement of a drizzle builder: its text, how values become parameters, and how rows become objects. It belongs to
 * no connection: both engines run it through {@link Statements}.
 */
export class CompiledQuery {
	readonly text: string;
	readonly #parameters: readonly Parameter[];
	readonly #options: QueryOptions;
	#mapRow: ((row: Row) => unknown) | undefined;

	constructor(options: QueryOptions) {
		this.text = options.query.sql;
		this.#options = options;
		this.#parameters = options.query.params.map(parameterOf);
	}

	/** Returns the parameters for these values. A plain loop, since every statement of the hot path runs it. */
	bind(values: Values): unknown[] {
		const params: unknown[] = [];
		for (const parameter of this.#parameters) params.push(boundValue(parameter, values));
		return params;
	}

	/**
	 * Runs it and returns its rows as objects, or what it wrote. Creates a single promise for rows that are available at
	 * once: promises are costly on the hot path.
	 */
	execute(statements: Statements, values: Values): Promise<unknown> {
		try {
			const params = this.bind(values);
			if (this.#options.fields === undefined) return Promise.resolve(statements.write(this.text, params));
			const rows = statements.rows(this.text, params, this.#options.writes);
			return rows instanceof Promise ? rows.then((late) => this.#map(late)) : Promise.resolve(this.#map(rows));
		} catch (error) {
			return Promise.reject(error);
		}
	}

	/** Runs it and returns its rows as the engine has them. */
	async rows(statements: Statements, values: Values): Promise<Row[]> {
		return statements.rows(this.text, this.bind(values), this.#options.writes);
	}

	#map(rows: Row[]): unknown[] {
		const { fields = [], nullable } = this.#options;
		this.#mapRow ??= flatMapper(fields) ?? ((row) => mapResultRow(fields, row, nullable()));
		return rows.map(this.#mapRow);
	}
}
