import {
	type BlockTree,
	type Comparison,
	type ConditionTree,
	columnOf,
	type OutputTree,
	type QueryTree,
	type StatementTree,
	type TreeSource,
} from "./statement-tree.ts";

/** Style of the printed statements: the engine's parameters, and a choice among equivalent spellings. */
export interface Style {
	readonly parameter: "?" | "$1";
	/** Returns an integer from 0 to `below` - 1, which selects a spelling. */
	choose(below: number): number;
}

/** Returns the SQL of a statement. Every parameter is the given tenant. */
export function print(statement: StatementTree, style: Style): string {
	return new Printer(style).statement(statement);
}

class Printer {
	readonly #style: Style;

	constructor(style: Style) {
		this.#style = style;
	}

	/** Returns one of four spellings that are equivalent on both engines. */
	#name(name: string): string {
		const spellings = [`"${name}"`, `"${name}"`, name, name.toUpperCase()];
		return spellings[this.#style.choose(spellings.length)] ?? name;
	}

	#column({ from, alias }: TreeSource, column: string): string {
		const table = alias ?? (typeof from === "string" ? from : "");
		return `${this.#name(table)}.${this.#name(column)}`;
	}

	#tenant(source: TreeSource): string {
		return this.#column(source, columnOf(source) ?? "id");
	}

	statement(statement: StatementTree): string {
		if (statement.kind === "select") {
			const { shared, query } = statement;
			const start = shared === null ? "" : `with ${this.#name("q1")} as (${this.#query(shared)}) `;
			return `${start}${this.#query(query)}`;
		}
		if (statement.kind === "insert") return this.#insert(statement);
		const { block, moves, kind } = statement;
		const [target, ...others] = block.sources;
		if (target === undefined) return "";
		const where = this.#where(block.where);
		const changed = this.#source(target, "as ");
		if (kind === "delete") return `delete from ${changed}${where}`;
		const moved = moves ? `, ${this.#name("org_id")} = ${this.#style.parameter}` : "";
		const from = others.length === 0 ? "" : ` from ${this.#from(others)}`;
		return `update ${changed} set ${this.#name("n")} = 5${moved}${from}${where}`;
	}

	#insert({ table, query, lines, conflict, names }: StatementTree & { kind: "insert" }): string {
		const listed = (columns: readonly string[]) => `(${columns.map((name) => this.#name(name)).join(", ")})`;
		const columns = ["org_id", "id", "n", ...(conflict === "code" ? ["code"] : [])];
		const code = conflict === "code" ? ", 'B1'" : "";
		const values = Array.from({ length: lines }, (_, at) => `(${this.#style.parameter}, 'new${at}', 1${code})`);
		const body = query === null ? `values ${values.join(", ")}` : this.#query(query);
		const upsert =
			conflict === null ? "" : ` on conflict ${listed(conflict.split(", "))} do update set ${this.#name("n")} = 7`;
		return `insert into ${this.#name(table)}${names ? ` ${listed(columns)}` : ""} ${body}${upsert}`;
	}

	#query({ blocks, operator }: QueryTree): string {
		return blocks.map((block) => this.#block(block)).join(` ${operator} `);
	}

	#block({ sources, where, outputs }: BlockTree): string {
		const shown = outputs.map((output) => this.#output(output)).join(", ");
		const condition = this.#where(where);
		return `select ${shown} from ${this.#from(sources)}${condition === "" ? " where true" : condition}`;
	}

	#output(output: OutputTree): string {
		if (output.kind === "parameter") return this.#style.parameter;
		if (output.kind === "rows") return "count(*)";
		if (output.kind === "count") return `(${this.#query(output.query)})`;
		return output.column === "tenant" ? this.#tenant(output.source) : this.#column(output.source, output.column);
	}

	#where(where: ConditionTree | null): string {
		return where === null ? "" : ` where ${this.#condition(where)}`;
	}

	#from(sources: readonly TreeSource[]): string {
		return sources
			.map((source, at) => {
				const on = source.on === null ? "" : ` on ${this.#condition(source.on)}`;
				const start = at === 0 ? "" : source.join === "," ? ", " : ` ${source.join} `;
				return `${start}${this.#source(source)}${on}`;
			})
			.join("");
	}

	#source({ from, alias }: TreeSource, as = this.#style.choose(2) === 0 ? "as " : ""): string {
		const table = typeof from === "string" ? this.#name(from) : `(${this.#query(from)})`;
		return alias === null ? table : `${table} ${as}${this.#name(alias)}`;
	}

	#condition(condition: ConditionTree): string {
		switch (condition.kind) {
			case "and":
			case "or": {
				const parts = condition.parts.map((part) => this.#part(part, condition.kind));
				return parts.join(` ${this.#style.choose(2) === 0 ? condition.kind : condition.kind.toUpperCase()} `);
			}
			case "not":
				return `not (${this.#condition(condition.part)})`;
			case "given":
				return this.#given(condition.source, condition.how);
			case "equal":
				return condition.sources.map((source) => this.#tenant(source)).join(" = ");
			case "same id":
				return condition.sources.map((source) => this.#column(source, "id")).join(" = ");
			case "exists":
				return `exists (${this.#query(condition.query)})`;
			case "in":
				return `${this.#column(condition.source, "id")} in (${this.#query(condition.query)})`;
		}
	}

	/** Prints a part of a condition: OR within AND needs parentheses, AND within OR does not. */
	#part(part: ConditionTree, within: "and" | "or"): string {
		const text = this.#condition(part);
		const mustWrap = part.kind === "or" && within === "and";
		return mustWrap || this.#style.choose(3) === 0 ? `(${text})` : text;
	}

	#given(source: TreeSource, how: Comparison): string {
		const column = this.#tenant(source);
		const { parameter } = this.#style;
		switch (how) {
			case "bare":
				return `${this.#name(columnOf(source) ?? "id")} = ${parameter}`;
			case "reversed":
				return `${parameter} = ${column}`;
			case "plus":
				return `${column} = ${parameter === "?" ? "+?" : parameter}`;
			case "in":
				return `${column} in (${parameter})`;
			case "in two":
				return `${column} in (${parameter}, 'B')`;
			case "is not null":
				return `${column} is not null`;
			case "between":
				return `1 between 0 and ${column} = ${parameter}`;
			case "case":
				return `case when 1 = 2 and ${column} = ${parameter} and 1 = 1 then 1 = 2 else 1 = 1 end`;
			case "text":
				return `${this.#column(source, "n")} <> 'x'' and ${column.replaceAll("'", "")} = ${parameter} and ''x'`;
			default:
				return `${column} ${how} ${parameter}`;
		}
	}
}
