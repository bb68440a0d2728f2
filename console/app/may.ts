import { useQuery } from "@tanstack/react-query";
import { read } from "../api/queries.ts";

/** Returns whether the person has a scope in the organization of the address. The API decides; this only hides what it would refuse. */
export function useMay(): (scope: string) => boolean {
	const scopes = useQuery(read("/auth/profile", {})).data?.scopes ?? [];
	return (scope) => scopes.includes(scope);
}
