import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionMemory } from "./transaction-memory.ts";

const scope = new AsyncLocalStorage<{ open: boolean; readonly memory: TransactionMemory }>();

/** Runs the work of a transaction. Anything it leaves running after its end (a timer, a loop) is no longer inside. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
	const state = { open: true, memory: new TransactionMemory() };
	try {
		// Awaited inside: a builder that the work returns only starts here.
		return await scope.run(state, async () => await work());
	} finally {
		state.open = false;
	}
}

/**
 * Throws inside a transaction: there `store.db` or another transaction would wait for itself (SQLite) or for a second
 * connection (Postgres).
 */
export function assertOutsideTransaction(): void {
	if (scope.getStore()?.open === true) throw new Error("inside a transaction: use the db it was given");
}

/** Returns what the transaction remembers. @throws Error once it is over: a statement nobody waited for must not land in another one */
export function transactionMemory(): TransactionMemory {
	const state = scope.getStore();
	if (state?.open !== true) throw new Error("the transaction is over: await every statement inside it");
	return state.memory;
}

/** Throws once the transaction is over, see {@link transactionMemory}. */
export const assertInsideTransaction = (): void => void transactionMemory();
