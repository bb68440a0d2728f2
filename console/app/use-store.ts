import { useSyncExternalStore } from "react";
import type { Store } from "../room/store.ts";

/** Returns the value of a store, and shows the component anew after each change. */
export const useStore = <T extends object>(store: Store<T>): T =>
	useSyncExternalStore(store.subscribe, () => store.value);
