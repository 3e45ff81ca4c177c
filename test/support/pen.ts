import type { PrincipalId } from "../../src/domain/id.ts";
import type { Entrance, SignedStatement, Statement } from "../../src/domain/votes/statement.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { ChangedSigner } from "../../src/ports/earshot/signers.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { deviceOf, signedWith, type TestSigner } from "./vectors/signing.ts";

/** What a person does with one signer of theirs. */
export interface Pen {
  readonly id: PrincipalId;
  readonly signer: TestSigner;
  /** Signs a statement with a nonce for it; `said` stands in place of what the server says. */
  sign(said: object & Pick<Statement, "purpose">, subject: string): Promise<SignedStatement>;
  send(signed: SignedStatement): Promise<ChangedSigner>;
  enrolment(as: Entrance, said?: object): Promise<SignedStatement>;
  enrol(as: Entrance): Promise<ChangedSigner>;
  admission(enrol: SignedStatement, said?: object): Promise<SignedStatement>;
  admit(enrol: SignedStatement): Promise<ChangedSigner>;
  end(of: Pen): Promise<ChangedSigner>;
  owner(of: Pen, owner: boolean): Promise<ChangedSigner>;
}

export async function penOf(
  earshot: Earshot,
  { kept = "file" }: { readonly kept?: "browser" | "file" } = {},
): Promise<Pen> {
  const { principal } = await earshot.whoami();
  const { id, name } = principal;
  const signer = deviceOf(id, kept);
  const sign: Pen["sign"] = async (said, subject) => {
    const { purpose } = said;
    const { expiresAt: _, ...terms } = await earshot.beginStatement({ purpose, subject });
    return signedWith(signer, { ...terms, ...said } as never);
  };
  const send = (signed: SignedStatement) => earshot.changeSigners({ signed });
  const enrolment: Pen["enrolment"] = (as, said = {}) =>
    sign({ purpose: "earshot.enrol", as, name, key: signer.signer, ...said } as never, id);
  const admission: Pen["admission"] = ({ statement }, said = {}) => {
    const { as, voter } = statement as Extract<Statement, { purpose: "earshot.enrol" }>;
    const enrol = statements.digest(statement);
    return sign({ purpose: "earshot.admit", as, person: voter, enrol, ...said } as never, enrol);
  };
  return {
    id,
    signer,
    sign,
    send,
    enrolment,
    enrol: async (as) => await send(await enrolment(as)),
    admission,
    admit: async (enrol) => await send(await admission(enrol)),
    end: async ({ id: person, signer: { id: ended } }) =>
      await send(await sign({ purpose: "earshot.end", person, ended } as never, ended)),
    owner: async ({ id: person }, owner) =>
      await send(await sign({ purpose: "earshot.owner", person, owner } as never, person)),
  };
}

/** Why the rules of the chain refuse a call; undefined if they do not. */
export async function faultOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const { details, code } = error as { code?: string; details?: Record<string, unknown> };
    return details?.["fault"] ?? code;
  }
}
