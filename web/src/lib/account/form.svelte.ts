// State of a form that sends a request: busy, and the error it got back.

import { getContext, setContext } from "svelte";
import { formError, type FieldName, type FormError, type Submitted } from "./errors";
import { say } from "./words";

interface Required {
  name: FieldName;
  isEmpty: () => boolean;
}

export class FormState {
  busy = $state(false);
  #refusal = $state.raw<FormError | null>(null);
  #fields = new Set<FieldName>();
  #required = new Set<Required>();

  /** The error of a field, or an empty string. */
  problemOf(field: FieldName): string {
    return this.#refusal?.field === field ? this.#refusal.text : "";
  }
  /** The error that belongs to none of the fields shown. */
  get errorMessage(): string {
    const refusal = this.#refusal;
    return refusal && (refusal.field === null || !this.#fields.has(refusal.field)) ? refusal.text : "";
  }

  /** Registers a field; returns a function that unregisters it. */
  show(name: FieldName, isEmpty: (() => boolean) | null): () => void {
    const required = isEmpty && { name, isEmpty };
    this.#fields.add(name);
    if (required) this.#required.add(required);
    return () => {
      this.#fields.delete(name);
      if (required) this.#required.delete(required);
    };
  }

  refuse(refusal: FormError): void {
    this.#refusal = refusal;
  }

  /** Sends one request at a time; resolves to false if it failed. */
  async run(what: () => Promise<unknown>, sent: Submitted = {}): Promise<boolean> {
    if (this.busy) return true;
    this.#refusal = null;
    const empty = [...this.#required].find(({ isEmpty }) => isEmpty());
    if (empty) {
      this.#refusal = { field: empty.name, text: say("problem.empty") };
      return false;
    }
    this.busy = true;
    try {
      await what();
      return true;
    } catch (error) {
      this.#refusal = formError(error, sent);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

const KEY = Symbol("asking");
export const provideForm = (form: FormState): FormState => setContext(KEY, form);
export const useForm = (): FormState => getContext<FormState>(KEY);
