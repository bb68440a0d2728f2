/** Who may register: anybody, the invited, nobody. */
export type Signup = "open" | "invite" | "closed";
