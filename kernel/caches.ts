/**
 * All caches share one budget in bytes (`CACHE_MB`). A module opens its own with `core.caches` and provides the size
 * of a value; the least recently used values are evicted, one at a time. A value that can change depends on ids
 * (organization, user, session, key): every id has a counter that each change advances, and a value is stale once the
 * sum of its counters has moved (`dependencies.ts`), so an invalidation takes the same time however much depends on it
 * (decision 026). Caching is on if this process hears of every change: with SQLite, or while a shared bus is connected
 * (then no value is used for longer than a second, decision 038). Otherwise it is off, and every request reads the
 * database; only organizations are still cached, as long as their version is the one read with the authority of the
 * caller (decision 027). A SQLite file has one server; it notices what commands have committed when the next request
 * arrives, and drops everything (decision 017). A verified token is one entry, together with the principal it last
 * resolved to.
 */
import { Dependencies, type DependenciesOptions } from "./dependencies.ts";
import { DependencyCache } from "./dependency-cache.ts";
import { type CacheFigures, SizedCache } from "./sized-cache.ts";

/** Options of a cache of {@link Caches}. */
export interface CacheOptions<Value> {
	/** Its name in the metrics. */
	readonly name: string;
	/** Its share of the budget in percent. All shares together are at most 100. */
	readonly percent: number;
	/** Returns the bytes of memory that a value takes, without its key. */
	readonly weigh: (value: Value) => number;
}

/** Options of a cache of values that depend on ids. */
export interface DependentCacheOptions<Value> extends CacheOptions<Value> {
	/**
	 * Whether its user compares a version before it uses a value: then values are kept even where changes are not heard
	 * of. Default: false.
	 */
	readonly isVersioned?: boolean;
}

/** Uses of values that are kept in another cache's entries, counted by the owner of that cache. */
export interface UseCounter {
	hits: number;
	misses: number;
}

/** Figures of one cache. Those of a {@link UseCounter} lack the last three. */
export type NamedFigures = { readonly name: string } & Pick<CacheFigures, "hits" | "misses"> & Partial<CacheFigures>;

/**
 * The caches of the program: one budget of memory, of which each has its share, and one place where changes are
 * announced.
 */
export class Caches {
	/** What cached values depend on. */
	readonly dependencies: Dependencies;
	/** The same for values whose version is compared where changes are not heard of. */
	readonly #ofVersioned: Dependencies;
	readonly #budgetBytes: number;
	readonly #named = new Map<string, () => Omit<NamedFigures, "name">>();
	readonly #emptied: (() => void)[] = [];
	#takenPercent = 0;

	/** @param budgetBytes maximum size of all caches together */
	constructor({ budgetBytes, ...options }: DependenciesOptions & { readonly budgetBytes: number }) {
		this.#budgetBytes = budgetBytes;
		this.dependencies = new Dependencies(options);
		this.#ofVersioned = new Dependencies({ ...options, isCoherent: true });
	}

	/** Whether all changes are heard of; otherwise nothing that can change is used without a look at the database. */
	get isCoherent(): boolean {
		return this.dependencies.isCoherent;
	}

	/** Says whether all changes are heard of from here on. Makes everything stale: those before may have been missed. */
	setCoherent(isCoherent: boolean): void {
		this.dependencies.setCoherent(isCoherent);
		this.#ofVersioned.clear();
	}

	/** Opens a cache of values that nothing invalidates. @throws Error when the budget is spent, or the name is taken */
	open<Value extends object>({ name, percent, weigh }: CacheOptions<Value>): SizedCache<Value> {
		const cache = new SizedCache<Value>({ maxBytes: this.#take(percent), weigh });
		this.#register(name, () => cache.figures);
		return cache;
	}

	/** Opens a cache of values that depend on ids. @throws Error when the budget is spent, or the name is taken */
	openDependent<T>({ name, percent, weigh, isVersioned = false }: DependentCacheOptions<T>): DependencyCache<T> {
		const dependencies = isVersioned ? this.#ofVersioned : this.dependencies;
		const cache = new DependencyCache<T>(dependencies, { maxBytes: this.#take(percent), weigh });
		this.#register(name, () => cache.figures);
		this.#emptied.push(() => cache.clear());
		return cache;
	}

	/** Opens a counter of uses. @throws Error when the name is taken */
	count(name: string): UseCounter {
		const counter: UseCounter = { hits: 0, misses: 0 };
		this.#register(name, () => counter);
		return counter;
	}

	/** Makes everything stale that depends on one of these organizations, users, sessions or keys. */
	invalidate(ids: readonly string[]): void {
		this.dependencies.invalidate(ids);
		this.#ofVersioned.invalidate(ids);
	}

	/** Makes everything stale, e.g. when another process has written, and drops it. */
	clear(): void {
		this.dependencies.clear();
		this.#ofVersioned.clear();
		for (const empty of this.#emptied) empty();
	}

	/** Returns the figures of all caches. */
	figures(): NamedFigures[] {
		return [...this.#named].map(([name, read]) => ({ name, ...read() }));
	}

	/** Returns the bytes of a share of the budget. */
	#take(percent: number): number {
		this.#takenPercent += percent;
		if (this.#takenPercent > 100) throw new Error("the caches share more memory than there is");
		return Math.floor((this.#budgetBytes * percent) / 100);
	}

	#register(name: string, read: () => Omit<NamedFigures, "name">): void {
		if (this.#named.has(name)) throw new Error(`there are two caches named ${name}`);
		this.#named.set(name, read);
	}
}
