// The uploads to a message as state of the page; the rules of the queue are in upload-line.ts.
import { isActive, type Upload, UploadLine, type UploadNeeds } from './upload-line.ts';

export class Uploads {
  list = $state.raw<readonly Upload[]>([]);
  isActive = $derived(isActive(this.list));
  readonly #line: UploadLine;

  constructor(needs: UploadNeeds) {
    this.#line = new UploadLine(needs, (list) => (this.list = list));
  }

  readonly add: UploadLine['add'] = (files, presetOf) => {
    this.#line.add(files, presetOf);
  };
  readonly setType: UploadLine['setType'] = (id, type) => {
    this.#line.setType(id, type);
  };
  readonly remove: UploadLine['remove'] = (id) => {
    this.#line.remove(id);
  };
  readonly start: UploadLine['start'] = (ids) => this.#line.start(ids);
  readonly cancel: UploadLine['cancel'] = (id) => {
    this.#line.cancel(id);
  };
  readonly stop: UploadLine['stop'] = () => {
    this.#line.stop();
  };
}
