import { seedIncome, seedModel, type TrainedName } from '@rowcast/testkit/trained';
import { inject } from 'vitest';
import { everyLook, Person } from './person.ts';
import { placeOf } from './place.ts';

/** A row that every model of the income answers. */
export const row = { age: 44, city: 'Pune', hours: 33 };

/** Someone who serves a model of incomes, with a key to call it. */
export class Served {
  readonly person: Person;
  readonly api: string;
  readonly home: string;
  private readonly place: Awaited<ReturnType<typeof placeOf>>;
  private readonly datasetId: string;
  private readonly key: string;

  private constructor(given: Pick<Served, 'person' | 'api' | 'home'> & Hidden) {
    this.person = given.person;
    this.api = given.api;
    this.home = given.home;
    this.place = given.place;
    this.datasetId = given.datasetId;
    this.key = given.key;
  }

  /** With a version for each of the models, of which the first is deployed. */
  static async begins(name: string, models: readonly [TrainedName, ...TrainedName[]]): Promise<Served> {
    const person = await Person.arrives(name.toLowerCase());
    await person.signsUp(`${name} Server`);
    const me = new URL(person.page.url()).pathname.split('/')[1];
    const { id: api } = await person.asks<{ id: string }>('POST', '/apis', { name: 'Income' });
    const place = await placeOf(api);
    const datasetId = await seedIncome(place);
    const home = `/${me}/apis/${api}`;
    const ids = [];
    for (const trained of models) ids.push(await seedModel(place, { datasetId, trained }));
    await person.asks('POST', `/models/${ids[0]}/deploy`);
    const { key } = await person.asks<{ key: string }>('POST', `/apis/${api}/keys`, { name: 'Billing' });
    return new Served({ person, api, home, place, datasetId, key });
  }

  /** A further version, ready to be deployed. */
  readonly adds = (trained: TrainedName): Promise<string> =>
    seedModel(this.place, { datasetId: this.datasetId, trained });

  readonly send = (path: string, type: string, body: string) =>
    fetch(`${inject('address')}/api/v1/predict/${this.api}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': type },
      body,
    });

  readonly predict = async (body: object = row) => {
    const answer = await this.send('', 'application/json', JSON.stringify(body));
    return (await answer.json()) as { model: { version: string } };
  };

  /** A tab of the API is looked at in every way, mounted again at each width. */
  readonly looksAt = (tab: string, name: string) =>
    this.person.fits(name, everyLook, async () => {
      await this.person.goesTo(`${this.home}/${tab}`);
      await this.person.page.locator('main table, main form').first().waitFor();
    });

  async leaves(): Promise<void> {
    await this.person.leaves();
    await this.place.close();
  }
}

interface Hidden {
  place: Awaited<ReturnType<typeof placeOf>>;
  datasetId: string;
  key: string;
}
