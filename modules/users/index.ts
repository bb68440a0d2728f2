export { type NewUser, newUser } from "./new-user.ts";
export { listMembershipsOfUser, type MembershipOfUser, usersRepository } from "./repository.ts";
