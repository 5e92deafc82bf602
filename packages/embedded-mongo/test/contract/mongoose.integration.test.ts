import mongoose, { type Connection, Schema, Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duplicateKey, isExact, type Target, targets } from './targets.ts';

const userSchema = new Schema(
  {
    username: { type: String, required: true, unique: true, lowercase: true, trim: true },
    nickname: { type: String, required: true },
    settings: { theme: { type: String, default: 'default' } },
    friends: [{ type: Schema.Types.ObjectId, ref: 'User' }],
    scores: { type: Map, of: Number },
  },
  { timestamps: true },
);
const gameSchema = new Schema({
  gameId: { type: String, unique: true },
  players: {
    red: { type: Schema.Types.ObjectId, ref: 'User' },
    blue: { type: Schema.Types.ObjectId, ref: 'User' },
  },
  favorites: [{ userId: Schema.Types.ObjectId, comment: String }],
  endTime: Date,
});
gameSchema.index({ 'players.red': 1, endTime: -1 });

function userModel(connection: Connection) {
  return connection.model('User', userSchema);
}
function gameModel(connection: Connection) {
  return connection.model('Game', gameSchema);
}

describe.each(targets)('mongoose: %s', (_name, start) => {
  let target: Target;
  let connection: Connection;
  let User: ReturnType<typeof userModel>;
  let Game: ReturnType<typeof gameModel>;
  beforeAll(async () => {
    target = await start();
    connection = await mongoose.createConnection(`${target.url}/${target.dbName}`).asPromise();
    User = userModel(connection);
    Game = gameModel(connection);
  });
  afterAll(async () => {
    await connection.close();
    await target.stop();
  });

  test('schemas: defaults, timestamps, validation, unique', async () => {
    await User.init();
    const user = await User.create({ username: ' Ann ', nickname: '安', scores: { a: 1 } });
    expect(user).toMatchObject({ username: 'ann', settings: { theme: 'default' } });
    expect(user.createdAt).toBeInstanceOf(Date);
    await expect(User.create({ username: 'x' })).rejects.toThrow(/nickname/);
    await expect(User.create({ username: 'ANN', nickname: 'b' })).rejects.toMatchObject(
      duplicateKey({ keyValue: { username: 'ann' } }),
    );
    user.set('settings.theme', 'wood');
    await user.save();
    const again = await User.findOne({ username: 'ann' }).orFail();
    expect(again.get('settings.theme')).toBe('wood');
    expect(again.updatedAt.getTime()).toBeGreaterThanOrEqual(again.createdAt.getTime());
    expect(again.scores?.get('a')).toBe(1);
    expect((await User.findById(again.id).lean())?._id).toBeInstanceOf(Types.ObjectId);
  });

  test('arrays, version conflicts and atomic updates', async () => {
    const user = await User.create({ username: 'arr', nickname: 'n' });
    const friend = new Types.ObjectId();
    user.friends.push(friend, new Types.ObjectId());
    await user.save();
    await User.updateOne({ _id: user._id }, { $pull: { friends: friend } });
    expect((await User.findById(user._id).orFail()).friends).toHaveLength(1);
    const [a, b] = await Promise.all([User.findById(user._id).orFail(), User.findById(user._id).orFail()]);
    a.friends = [] as never;
    await a.save();
    b.set('friends.0', friend);
    await expect(b.save()).rejects.toThrow(mongoose.Error.VersionError);
    const updated = await User.findOneAndUpdate(
      { username: 'new' },
      { $set: { nickname: 'q' } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(updated?.get('settings.theme')).toBe('default');
  });

  test('references: populate, nested and many', async () => {
    const [red, blue] = await User.create([
      { username: 'red', nickname: '红' },
      { username: 'blue', nickname: '蓝' },
    ]);
    await Game.create({ gameId: 'g1', players: { red: red!._id, blue: blue!._id }, endTime: new Date() });
    const game = await Game.findOne({ gameId: 'g1' })
      .populate('players.red players.blue', 'nickname')
      .orFail();
    expect(game.toObject()).toMatchObject({ players: { red: { nickname: '红' }, blue: { nickname: '蓝' } } });
  });

  test('paging by player, favorites, aggregates', async () => {
    await Game.init();
    const player = new Types.ObjectId();
    const other = new Types.ObjectId();
    await Game.insertMany(
      Array.from({ length: 25 }, (_, i) => ({
        gameId: `page${i}`,
        players: i % 2 === 0 ? { red: player, blue: other } : { red: other, blue: player },
        endTime: new Date(i * 1000),
      })),
    );
    const filter = { $or: [{ 'players.red': player }, { 'players.blue': player }] };
    const page = await Game.find(filter).sort({ endTime: -1 }).skip(10).limit(10).lean();
    expect(page.map((game) => game.gameId)).toEqual(Array.from({ length: 10 }, (_, i) => `page${14 - i}`));
    expect(await Game.countDocuments(filter)).toBe(25);
    await Game.updateOne({ gameId: 'page3' }, { $push: { favorites: { userId: player, comment: '好' } } });
    await Game.updateOne(
      { gameId: 'page3', 'favorites.userId': player },
      { $set: { 'favorites.$.comment': '妙' } },
    );
    const favorite = await Game.findOne({ favorites: { $elemMatch: { userId: player } } }).orFail();
    expect(favorite.get('favorites.0.comment')).toBe('妙');
    const [row] = await Game.aggregate([
      { $match: { 'players.red': player } },
      { $group: { _id: '$players.red', n: { $sum: 1 } } },
    ]);
    expect(row).toEqual({ _id: player, n: 13 });
    const once = () =>
      Game.updateOne({ gameId: 'once' }, { $setOnInsert: { endTime: new Date(0) } }, { upsert: true });
    // A server may refuse a concurrent upsert of a new document; `retryUpsert` of the services repeats it.
    const upsert = isExact ? once : () => once().catch(once);
    await Promise.all([upsert(), upsert(), upsert()]);
    expect(await Game.countDocuments({ gameId: 'once' })).toBe(1);
    expect((await Game.syncIndexes()).length).toBe(0);
  });

  test('transactions through the connection', async () => {
    await connection.transaction(async (session) => {
      await User.create([{ username: 'tx1', nickname: 'a' }], { session });
      await User.updateOne({ username: 'tx1' }, { nickname: 'b' }, { session });
    });
    expect((await User.findOne({ username: 'tx1' }).orFail()).nickname).toBe('b');
    const failed = connection.transaction(async (session) => {
      await User.create([{ username: 'tx2', nickname: 'a' }], { session });
      await User.create([{ username: 'tx1', nickname: 'a' }], { session });
    });
    await expect(failed).rejects.toMatchObject({ code: 11000 });
    expect(await User.countDocuments({ username: 'tx2' })).toBe(0);
  });

  test('cursors and bulk writes', async () => {
    await User.bulkWrite([
      { insertOne: { document: { username: 'bw1', nickname: 'a' } } },
      { updateOne: { filter: { username: 'bw1' }, update: { nickname: 'z' } } },
    ]);
    const names: string[] = [];
    for await (const user of User.find({ username: /^bw/ }).cursor({ batchSize: 1 }))
      names.push(user.nickname);
    expect(names).toEqual(['z']);
  });
});
